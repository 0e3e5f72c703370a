/* Polyfills for APIs that pdf.js uses and its legacy build doesn't include, needed by Chrome before 119 and Safari before 17.4. */

type Deferred<Value> = { promise: Promise<Value>; resolve: (value: Value | PromiseLike<Value>) => void; reject: (reason?: unknown) => void }

function withResolvers<Value>(): Deferred<Value> {
  const deferred = {} as Deferred<Value>
  deferred.promise = new Promise<Value>((resolve, reject) => Object.assign(deferred, { resolve, reject }))
  return deferred
}

/** Returns a signal that aborts when the first of the given signals aborts. */
function anySignal(signals: Iterable<AbortSignal>): AbortSignal {
  const controller = new AbortController()
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true, signal: controller.signal })
  }
  return controller.signal
}

define(Promise, 'withResolvers', withResolvers)
define(AbortSignal, 'any', anySignal)

function define(target: object, name: string, value: unknown) {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

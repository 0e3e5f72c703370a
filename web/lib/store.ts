import { useSyncExternalStore } from 'react'

/** Creates a value that code outside of components can change. `set` always notifies listeners, so a value may be changed in place. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value

  function set(next: Value): void {
    value = next
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    get,
    set,
    subscribe,
    /**
     * Subscribes to the store's value, or to a selected part that must be a stable reference until it changes. The server renders the
     * initial value.
     */
    useValue: <Part = Value>(select = (whole: Value) => whole as unknown as Part): Part =>
      useSyncExternalStore(
        subscribe,
        () => select(value),
        () => select(initial),
      ),
  }
}

/** Listens to events, their names separated by spaces, until the returned function is called. */
export function listen(target: EventTarget, names: string, listener: (event: Event) => void): () => void {
  const stop = new AbortController()
  for (const name of names.split(' ')) target.addEventListener(name, listener, { signal: stop.signal })
  return () => stop.abort()
}

/** As many at a time, since newer ones may have come after these. */
const SIZE = 20

/** What is due, by its keys, in batches in the order of the list. What stays due, such as when another app works on it, comes once. */
export async function* dueBatches(listDue: (limit: number) => Promise<string[]>, signal: AbortSignal): AsyncGenerator<string[]> {
  const tried = new Set<string>()
  while (!signal.aborted) {
    const due = (await listDue(tried.size + SIZE)).filter((key) => !tried.has(key))
    if (due.length === 0) return
    yield due
    for (const key of due) tried.add(key)
  }
}

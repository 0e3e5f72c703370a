/** Batch size, small enough that newly published items are processed soon, between two batches. */
const SIZE = 20

/** Yields the keys of due items in batches, in list order. A key that stays due, such as one that another instance handles, is yielded once. */
export async function* dueBatches(listDue: (limit: number) => Promise<string[]>, signal: AbortSignal): AsyncGenerator<string[]> {
  const tried = new Set<string>()
  while (!signal.aborted) {
    const due = (await listDue(tried.size + SIZE)).filter((key) => !tried.has(key))
    if (due.length === 0) return
    yield due
    for (const key of due) tried.add(key)
  }
}

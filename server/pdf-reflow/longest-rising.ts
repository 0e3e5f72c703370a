/** Returns the longest subsequence of items with ascending values. With `mayRepeat`, consecutive items may have the same value. */
export function longestRising<Item>(items: Item[], readValue: (item: Item) => number, { mayRepeat = false } = {}): Item[] {
  const chains: { length: number; before: number }[] = []
  let end = -1
  for (const [index, item] of items.entries()) {
    let best = { length: 1, before: -1 }
    for (const [earlier, chain] of chains.entries()) {
      const step = readValue(item) - readValue(items[earlier] as Item)
      if (chain.length >= best.length && (step > 0 || (mayRepeat && step === 0))) best = { length: chain.length + 1, before: earlier }
    }
    chains.push(best)
    if (best.length > (chains[end]?.length ?? 0)) end = index
  }
  const series: Item[] = []
  for (let index = end; index !== -1; index = chains[index]?.before ?? -1) series.unshift(items[index] as Item)
  return series
}

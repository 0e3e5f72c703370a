/** Returns the index of the last of the ascending times that is not after `seconds`; -1 before the first. */
export function currentIndex(starts: readonly number[], seconds: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] as number) <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}

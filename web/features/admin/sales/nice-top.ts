/** Where a scale ends that has to hold the highest value: a round number that isn't much higher. Cents, at least one whole unit. */
export function roundUpScale(highest: number): number {
  const power = 10 ** Math.max(2, Math.floor(Math.log10(Math.max(highest, 1))))
  return Math.max(1, Math.ceil(highest / power)) * power
}

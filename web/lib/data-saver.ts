type Connection = { saveData?: boolean; downlink?: number }

/** Speed from which a line is fast, in megabits per second: a sharper page takes a quarter of a second longer at most. */
const FAST = 2

const connectionOf = () => (navigator as { connection?: Connection }).connection

/** Returns whether the line is fast, as far as the browser knows. Safari and Firefox know nothing about lines. */
export function hasFastLine(): boolean {
  return (connectionOf()?.downlink ?? FAST) >= FAST
}

/** Returns whether the visitor has enabled the browser's data saver. */
export function savesData(): boolean {
  return connectionOf()?.saveData ?? false
}

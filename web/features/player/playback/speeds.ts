export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** The stored speed; 1 when nothing usable is stored. */
export function parseSpeed(text: string | null): number {
  return SPEEDS.find((speed) => String(speed) === text) ?? 1
}

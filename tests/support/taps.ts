import type { Locator } from 'playwright-core'

/** Touches elements as a finger does, and counts. An element that another one covers can't be touched. */
export function countTaps() {
  let taps = 0
  return {
    tap: async (element: Locator) => {
      await element.tap()
      taps += 1
    },
    /** Touches a field and replaces its text. The keyboard of a phone is not counted. */
    type: async (field: Locator, text: string) => {
      await field.tap()
      taps += 1
      await field.fill(text)
    },
    /** Returns the number of taps since the last call. */
    counted: () => {
      const sum = taps
      taps = 0
      return sum
    },
  }
}

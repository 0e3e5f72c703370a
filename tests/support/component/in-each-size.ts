import { page } from 'vitest/browser'

const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1440, height: 900 }
const SIZES = [PHONE, DESKTOP]

/** Runs the check in each window size without rendering again, and leaves the window at phone size. */
export async function inEachSize(look: (size: typeof PHONE) => unknown, sizes = SIZES) {
  try {
    for (const size of sizes) {
      await page.viewport(size.width, size.height)
      await look(size)
    }
  } finally {
    await page.viewport(PHONE.width, PHONE.height)
  }
}

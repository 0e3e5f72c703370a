import { page } from 'vitest/browser'

const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1440, height: 900 }
const SIZES = [PHONE, DESKTOP]

/** Looks at what is rendered in each size of window, without rendering it again, and leaves the window as a phone's. */
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

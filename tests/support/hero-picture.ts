import type { Page } from 'playwright-core'
import sharp from 'sharp'

type Words = { text: string; color: string; large: boolean; boxes: { x: number; y: number; width: number; height: number }[] }
type Pixels = { data: Buffer; width: number; height: number }

/** Measures the hero section of the open page: its lightest point, and the contrast of the texts in the hero and in the header. */
export async function examineHero(page: Page) {
  const words = await page.evaluate(wordsOverHero)
  // Texts are hidden, because only their background is measured. Elements with an opaque background are skipped.
  const hiding = await page.addStyleTag({
    content:
      '[data-hero] *, header * { color: transparent !important; text-decoration-color: transparent !important } header img { visibility: hidden }',
  })
  const screenshot = await page.screenshot({ fullPage: true, clip: (await page.locator('[data-hero]').boundingBox()) ?? undefined })
  await hiding.evaluate((style) => (style as Element).remove())
  const { data, info } = await sharp(screenshot).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const ground = { data, width: info.width, height: info.height }
  return { lightest: lightestPoint(ground), words: words.map((some) => ({ ...some, contrast: contrast(some, ground) })) }
}

function wordsOverHero(): Words[] {
  const found: Words[] = []
  for (const part of document.querySelectorAll('header, [data-hero]')) {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement as HTMLElement
      const button = element.closest('a, button')
      const ownGround = button && getComputedStyle(button).backgroundColor !== 'rgba(0, 0, 0, 0)'
      if (!texts.currentNode.textContent?.trim() || ownGround || !element.checkVisibility()) continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      const { color, fontSize } = getComputedStyle(element)
      const boxes = [...range.getClientRects()].map(({ x, y, width, height }) => ({ x, y, width, height }))
      found.push({ text: range.toString(), color: color, large: Number.parseFloat(fontSize) >= 24, boxes })
    }
  }
  return found
}

/** Returns the WCAG 2 contrast of a text, ignoring the worst 2 % of the background, which may be a single thin line of the picture. */
function contrast({ color, boxes }: Words, ground: Pixels): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number)
  const text = luminance(red, green, blue)
  const ratios: number[] = []
  for (const box of boxes)
    for (let y = Math.max(0, Math.floor(box.y)); y < Math.min(ground.height, box.y + box.height); y += 2)
      for (let x = Math.max(0, Math.floor(box.x)); x < Math.min(ground.width, box.x + box.width); x += 2) {
        const behind = luminance(...colorAt(ground, y * ground.width + x))
        ratios.push((Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05))
      }
  return ratios.sort((one, other) => one - other)[Math.floor(ratios.length / 50)] ?? Number.POSITIVE_INFINITY
}

function lightestPoint(ground: Pixels): number {
  let lightest = 0
  for (let index = 0; index < ground.width * ground.height; index++) lightest = Math.max(lightest, luminance(...colorAt(ground, index)))
  return lightest
}

function colorAt({ data }: Pixels, index: number): [number, number, number] {
  return [data[index * 3] ?? 0, data[index * 3 + 1] ?? 0, data[index * 3 + 2] ?? 0]
}

/** Returns the relative luminance of a color, from 0 for black to 1 for white. */
function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

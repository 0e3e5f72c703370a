import type { SitePicture } from '#contracts/site/site-picture.ts'
import { isPicture, valueAt } from './section-schema.ts'

/* Fields and page are connected by their texts: the page of an owner has each text of its section as it was entered. */

const normalize = (text: string) => text.replace(/\s+/g, ' ').trim()
const isVisible = (element: Element) => element.getClientRects().length > 0

/** Returns the smallest element of the page with the text or the picture of a field; undefined if the page doesn't display it. */
export function findOnPage(page: Document, content: unknown, field: string): Element | undefined {
  const value = valueAt(content, field)
  if (isPicture(value)) return findPicture(page, value)
  if (typeof value === 'number') return findText(page, String(value))
  // Line breaks of a text separate elements.
  return typeof value === 'string' ? findText(page, value.split('\n').find((line) => line.trim() !== '') ?? '') : undefined
}

/** Returns the path of the field whose text or picture is at a point of the page. */
export function findField(page: Document, content: unknown, { x, y }: { x: number; y: number }): string | undefined {
  let smallest: { field: string; area: number } | undefined
  for (const field of listFields(content)) {
    const rect = findOnPage(page, content, field)?.getBoundingClientRect()
    if (!rect || x < rect.left || x > rect.right || y < rect.top || y > rect.bottom) continue
    const area = rect.width * rect.height
    if (!smallest || area < smallest.area) smallest = { field, area }
  }
  return smallest?.field
}

function findText(page: Document, value: string): Element | undefined {
  const text = normalize(value)
  if (text === '') return undefined
  const has = (element: Element) => normalize(element.textContent ?? '').includes(text)
  const holders = [...page.body.querySelectorAll('*')].filter((element) => isVisible(element) && has(element))
  const smallest = holders.filter((element) => ![...element.children].some((child) => isVisible(child) && has(child)))
  const main = page.querySelector('main')
  // The text alone is preferred to the text within another one, and the page to its header and footer.
  const score = (element: Element) => Number(normalize(element.textContent ?? '') === text) * 2 + Number(main?.contains(element) ?? false)
  return smallest.sort((one, other) => score(other) - score(one))[0]
}

function findPicture(page: Document, { sources }: SitePicture): Element | undefined {
  const isOfPicture = (address: string | null) => address !== null && sources.some(({ path }) => address.includes(path))
  const images = [...page.querySelectorAll('img, source')].filter((image) =>
    isOfPicture(image.getAttribute('src') ?? image.getAttribute('srcset')),
  )
  return images.map((image) => image.closest('picture')?.querySelector('img') ?? image).find(isVisible)
}

/** Lists the paths of all texts and pictures. */
function listFields(content: unknown, path = ''): string[] {
  if (typeof content !== 'object' || content === null || isPicture(content)) return path === '' ? [] : [path]
  return Object.entries(content).flatMap(([name, value]) => listFields(value, path === '' ? name : `${path}.${name}`))
}

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Describes the focused element by its kind and text. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(describeFocus)
}

/** Describes a problem with the focused element, which may be invisible or covered. Returns an empty string if there is none. */
export function findFocusTrouble(page: Page): Promise<string> {
  return page.evaluate(troubleOfFocus)
}

function describeFocus(): string {
  const element = document.activeElement
  if (!element || element === document.body) return ''
  const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).name ?? ''
  return `${element.tagName.toLowerCase()} ${(label || element.textContent || '').trim().replace(/\s+/g, ' ')}`
}

function troubleOfFocus(): string {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return 'nothing has the focus'
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return 'no ring is drawn'
  const box = element.getClientRects()[0]
  if (!box) return 'it is not drawn'
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
  if (right - left < 2 || bottom - top < 2) return 'it is out of sight'
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  // Toasts are ignored, since a toast that covers the element disappears automatically.
  if (!over || element.contains(over) || over.contains(element) || over.closest('.toast')) return ''
  return `it lies under <${over.tagName.toLowerCase()} class="${over.getAttribute('class') ?? ''}">`
}

declare global {
  var notReached: Set<Element>
  /** Marks the focused element as reached. Returns its problem, or undefined if it was reached before or is not focusable. */
  var reachFocus: () => string | undefined
}

/** Tabs through the page from its top. Returns the problems of focused elements, and the elements that were not reached. */
export async function walkThrough(page: Page): Promise<{ troubles: string[]; missed: string[] }> {
  await page.evaluate(() => {
    const reachable = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !(element as HTMLButtonElement).disabled &&
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest('[aria-hidden=true], [inert]'),
    )
    globalThis.notReached = new Set(reachable)
  })
  // Each focus step uses a single round trip, because a page has dozens of steps.
  await page.evaluate(`globalThis.reachFocus = () => {
    if (!notReached.delete(document.activeElement)) return undefined
    const trouble = (${troubleOfFocus})()
    return trouble && (${describeFocus})() + ': ' + trouble
  }`)
  const troubles: string[] = []
  for (let steps = 0; steps < 400; steps++) {
    await page.keyboard.press('Tab')
    const trouble = await page.evaluate(() => reachFocus())
    // An undefined result means that focus has wrapped around or left the page.
    if (trouble === undefined) break
    if (trouble) troubles.push(trouble)
  }
  const missed = await page.evaluate(() => [...notReached].map((element) => element.outerHTML.slice(0, 120)))
  return { troubles, missed }
}

/** Presses Escape once the dialog handles the key, which is shortly after the dialog receives focus. */
export async function closeByEscape(page: Page, dialog: Locator): Promise<void> {
  await waitForFocusIn(dialog)
  await page.evaluate(() => new Promise((heard) => requestAnimationFrame(() => requestAnimationFrame(heard))))
  await page.keyboard.press('Escape')
}

/** Waits for the focus, which a dialog receives shortly after it becomes visible. */
export async function waitForFocusIn(dialog: Locator): Promise<void> {
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
}

/** Waits until the animations of the element have ended. */
export async function waitForStillness(element: Locator): Promise<void> {
  await element.evaluate((root) => Promise.allSettled(root.getAnimations({ subtree: true }).map(({ finished }) => finished)))
}

/** Describes a problem with a rejected form: its first invalid field must have the focus and be in view from its label to its message. */
export function findRefusalTrouble(page: Page): Promise<string> {
  return page.evaluate(troubleOfRefusal)
}

/** Describes a problem with a rejected form, like `findRefusalTrouble`, but runs in the page itself. */
export function troubleOfRefusal(): string {
  const messageOf = (control: Element) =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id))
      .find((text) => text?.classList.contains('text-brick'))
  const first = [...document.querySelectorAll('form [aria-describedby]')].find(messageOf)
  if (!first) return 'no message stands at a field'
  const { activeElement } = document
  if (!activeElement || !first.contains(activeElement)) return `the focus is on ${activeElement?.outerHTML.slice(0, 120)}`
  const label = document.querySelector(`label[for="${first.id}"]`) ?? first.closest('fieldset')?.querySelector('legend') ?? first
  for (const part of [label, first, messageOf(first) as Element]) {
    const { left, top, bottom } = part.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight) return `out of sight: ${part.outerHTML.slice(0, 120)}`
    const over = document.elementFromPoint(left + 4, top + 4)
    if (over && !part.parentElement?.contains(over) && !over.closest('.toast')) return `covered by ${over.outerHTML.slice(0, 120)}`
  }
  return ''
}

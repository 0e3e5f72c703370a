import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import { expect, vi } from 'vitest'
import type { Driver } from './driver.ts'

/** An element by its role and accessible name, by the accessible name of a field, or by its text */
export type Target = {
  role?: string
  name?: string | RegExp
  field?: string | RegExp
  text?: string | RegExp
  /** Element that contains it */
  within?: Target
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** Time limit of a wait for something on a page, for a page that hangs, not for a slow machine */
const WAIT_MS = 90_000
const KEYS: Record<string, string> = { Enter: '\uE007', Escape: '\uE00C', ArrowRight: '\uE014', End: '\uE010', Home: '\uE011' }
const CONTROL = '\uE009'

export type Page = ReturnType<typeof createPage>

/** Finds, touches and reads what a visitor perceives, in any engine. */
export function createPage(driver: Driver, baseUrl: string, name: string) {
  const evaluate = <Value>(expression: string) => driver.evaluate(expression) as Promise<Value>

  /** Waits until `look` returns a value. A page that is being left can't answer, which counts as no value. */
  async function wait<Value>(what: string, look: () => Promise<Value>): Promise<NonNullable<Value>> {
    let last: unknown
    const attempt = async () => {
      try {
        return await look()
      } catch (error) {
        last = error
        return undefined
      }
    }
    const found = await vi.waitUntil(attempt, { timeout: WAIT_MS, interval: 50 }).catch(() => undefined)
    if (found) return found
    const state = await evaluate<string>('location.href + "\\n" + document.body.innerText.slice(0, 1500)').catch(String)
    await picture('failure')
    throw new Error(`Not seen: ${what}${last ? ` (${last})` : ''}\n${state}`)
  }

  async function find<Result>(target: Target, use: (element: HTMLElement) => Result): Promise<Result | undefined> {
    if (!(await evaluate('"axe" in window'))) await evaluate(`(() => { ${AXE}\n})()`)
    return (await evaluate<Result | null>(`(${locate})(${toJson(target)}, ${use})`)) ?? undefined
  }

  const describe = (target: Target) => toJson(target)
  const see = (target: Target) => wait(describe(target), () => find(target, () => true))
  const read = async (target: Target) =>
    (await wait(describe(target), () => find(target, (element) => [element.textContent ?? ''])))[0] ?? ''

  async function click(target: Target): Promise<void> {
    let before = ''
    const point = await wait(`${describe(target)} where it can be clicked`, async () => {
      const place = await find(target, findPoint)
      const now = JSON.stringify(place)
      // An element that still moves would be missed.
      const isStill = now === before
      before = now
      return isStill ? place : undefined
    })
    await driver.perform([
      {
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', ...point },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
  }

  async function type(values: string[]): Promise<void> {
    const actions = values.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await driver.perform([{ type: 'key', id: 'keyboard', actions }])
  }

  async function picture(step: string): Promise<void> {
    const folder = process.env.ENGINE_SCREENSHOTS
    if (folder) await writeFile(join(folder, `${name} ${step}.png`.replaceAll(/[^\w.]+/g, '-')), await driver.screenshot())
  }

  return {
    evaluate,
    see,
    read,
    click,
    find,
    goto: async (path: string) => {
      await driver.goto(new URL(path, baseUrl).href)
      await wait('the hydrated page', () => evaluate('Object.keys(document.body).some((key) => key.startsWith("__reactProps"))'))
    },
    /** Opens a page whose scripts may not start, such as a gateway's. */
    visit: (path: string) => driver.goto(new URL(path, baseUrl).href),
    until: (what: string, expression: string) => wait(what, () => evaluate<unknown>(expression)),
    untilAt: (path: RegExp) => wait(`the address ${path}`, async () => path.test(await evaluate<string>('location.href'))),
    gone: (target: Target) => wait(`the end of ${describe(target)}`, async () => !(await find(target, () => true))),
    press: (...keys: string[]) => type(keys.map((key) => KEYS[key] ?? key)),
    fill: async (target: Target, text: string) => {
      await click(target)
      await driver.perform([
        {
          type: 'key',
          id: 'keyboard',
          actions: [
            { type: 'keyDown', value: CONTROL },
            { type: 'keyDown', value: 'a' },
            { type: 'keyUp', value: 'a' },
            { type: 'keyUp', value: CONTROL },
          ],
        },
      ])
      await type([...text])
      await wait(
        `${text} in ${describe(target)}`,
        async () => (await find(target, (element) => (element as HTMLInputElement).value)) === text,
      )
    },
    attach: driver.attach,
    /** Checks the layout of the settled page, and takes a picture of it when `ENGINE_SCREENSHOTS` names a folder. */
    look: async (step: string) => {
      await wait('settled fonts and pictures', () => evaluate(`(${isSettled})()`))
      await evaluate(`(${drawPictures})()`)
      await picture(step)
      expect(await evaluate(`(${findWideElements})()`), `elements that are wider than the page, at: ${step}`).toEqual([])
    },
  }
}

/** Writes a target as an expression. */
function toJson(target: Target): string {
  const parts = Object.entries(target).map(([key, value]) => {
    if (value instanceof RegExp) return `${key}: ${value}`
    return `${key}: ${typeof value === 'object' ? toJson(value) : JSON.stringify(value)}`
  })
  return `{ ${parts.join(', ')} }`
}

/** Returns what `use` returns for the first visible element that matches, or null. Runs in the page. */
function locate<Result>(wanted: Target, use: (element: HTMLElement) => Result): Result | null {
  // biome-ignore lint/suspicious/noExplicitAny: the declarations of axe lack its functions for roles and names.
  const { setup, teardown, commons } = window.axe as any
  const matches = (value: string, pattern: string | RegExp) =>
    typeof pattern === 'string' ? value.replaceAll(/\s+/g, ' ').trim() === pattern : pattern.test(value.replaceAll(/\s+/g, ' ').trim())
  function search({ role, name, field, text, within }: Target): HTMLElement | undefined {
    const root = within ? search(within) : document.body
    return [...(root?.querySelectorAll<HTMLElement>(field ? 'input, textarea, select' : '*') ?? [])].find((element) => {
      if (role && commons.aria.getRole(element) !== role) return false
      if (text && !matches(element.textContent ?? '', text)) return false
      const label = name ?? field
      if (label && !matches(commons.text.accessibleText(element), label)) return false
      return element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]')
    })
  }
  setup(document.documentElement)
  try {
    const element = search(wanted)
    return element ? use(element) : null
  } finally {
    teardown()
  }
}

/** Returns a point at which a click reaches the element, or null while it is disabled, covered or out of the window. Runs in the page. */
function findPoint(element: HTMLElement): { x: number; y: number } | null {
  if ((element as HTMLButtonElement).disabled || element.getAttribute('aria-disabled') === 'true') return null
  const seen = element.getBoundingClientRect()
  if (seen.top < 0 || seen.bottom > innerHeight || seen.left < 0 || seen.right > innerWidth)
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const box = element.getClientRects()[0]
  if (!box) return null
  const [x, y] = [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)]
  const over = document.elementFromPoint(x, y)
  const labels = [...((element as HTMLInputElement).labels ?? [])]
  const isReached = over && [element, ...labels].some((each) => each.contains(over) || over.contains(each))
  return isReached ? { x, y } : null
}

/** Returns whether fonts and visible pictures have loaded, nothing is busy and nothing moves. Runs in the page. */
function isSettled(): boolean {
  if (document.readyState !== 'complete' || document.fonts.status !== 'loaded' || document.querySelector('[aria-busy=true]')) return false
  const moves = document
    .getAnimations()
    .some(({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
  if (moves || [...document.querySelectorAll('main p')].some(({ textContent }) => textContent?.trim() === 'Loading')) return false
  return [...document.images].every((image) => {
    const { top, bottom, width } = image.getBoundingClientRect()
    return width === 0 || bottom < 0 || top > innerHeight || image.complete
  })
}

/** Waits until visible pictures are decoded and drawn. Runs in the page. */
async function drawPictures(): Promise<void> {
  const seen = [...document.images].filter((image) => image.naturalWidth > 0 && image.checkVisibility())
  await Promise.allSettled(seen.map((image) => image.decode()))
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
}

/** Returns elements that make the page scroll sideways. Runs in the page. */
function findWideElements(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const wide = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
  return [`${scrollWidth} > ${clientWidth}`, ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 160))]
}

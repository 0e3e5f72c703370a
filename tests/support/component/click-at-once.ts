import type { Locator } from 'vitest/browser'

/**
 * Clicks a button in the page. A click of the browser waits until the button stands still, and a toast may have disappeared by then on a busy
 * machine.
 */
export function clickAtOnce(button: Locator): void {
  ;(button.element() as HTMLElement).click()
}

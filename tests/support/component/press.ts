import type { Locator } from 'vitest/browser'

/**
 * Activates a button at once, as the keyboard does. A click waits until the button stands still, and a toast may have disappeared by then on
 * a busy machine.
 */
export function press(button: Locator): void {
  ;(button.element() as HTMLElement).click()
}

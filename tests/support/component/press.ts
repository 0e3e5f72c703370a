import { type Locator, userEvent } from 'vitest/browser'

/** Focuses a control once it exists, and presses Enter. */
export async function press(control: Locator): Promise<void> {
  const element = (await control.findElement()) as HTMLElement
  element.focus()
  await userEvent.keyboard('{Enter}')
}

export type Command = 'toggle' | 'back' | 'forward'

const HANDLES_SPACE = ['BUTTON', 'SELECT', 'A', 'SUMMARY']

/**
 * What a key means in the player. Buttons and lists keep the keys that they need themselves: space presses a button, the arrows
 * choose from a list and move the slider.
 */
export function toCommand(key: string, tag: string): Command | undefined {
  if (key === 'k' || key === 'K') return 'toggle'
  if (key === ' ') return HANDLES_SPACE.includes(tag) ? undefined : 'toggle'
  if (tag === 'SELECT' || tag === 'INPUT') return undefined
  if (key === 'ArrowLeft') return 'back'
  if (key === 'ArrowRight') return 'forward'
  return undefined
}

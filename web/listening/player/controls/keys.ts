export type Command = 'toggle' | 'back' | 'forward'

const HANDLES_SPACE = ['BUTTON', 'SELECT', 'A', 'SUMMARY']

/**
 * Maps a key to a player command. Controls keep the keys that they use themselves: space clicks a button, the arrow keys change a select
 * and move the slider.
 */
export function toCommand(key: string, tag: string): Command | undefined {
  if (key === 'k' || key === 'K') return 'toggle'
  if (key === ' ') return HANDLES_SPACE.includes(tag) ? undefined : 'toggle'
  if (tag === 'SELECT' || tag === 'INPUT') return undefined
  if (key === 'ArrowLeft') return 'back'
  if (key === 'ArrowRight') return 'forward'
  return undefined
}

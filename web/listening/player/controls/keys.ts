export type Command = 'toggle' | 'back' | 'forward'

const HANDLES_SPACE = ['BUTTON', 'SELECT', 'A', 'SUMMARY']

/**
 * Maps a key to a player command. Keys that the focused control handles are ignored: space clicks a button; arrow keys change a select and
 * move the slider.
 */
export function toCommand(key: string, tag: string): Command | undefined {
  if (key === 'k' || key === 'K') return 'toggle'
  if (key === ' ') return HANDLES_SPACE.includes(tag) ? undefined : 'toggle'
  if (tag === 'SELECT' || tag === 'INPUT') return undefined
  if (key === 'ArrowLeft') return 'back'
  if (key === 'ArrowRight') return 'forward'
  return undefined
}

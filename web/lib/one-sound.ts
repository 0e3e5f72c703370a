/** Functions that pause the sounds of this page */
const pauses = new Set<() => void>()
let channel: BroadcastChannel | undefined

/**
 * Registers a sound, such as a recording or a voice. `begin` pauses every other sound, in this page and in other tabs, which call `pause`
 * in turn when theirs begins.
 */
export function shareSound(pause: () => void): { begin: () => void; release: () => void } {
  if (pauses.size === 0) channel = openChannel()
  pauses.add(pause)
  return {
    begin() {
      for (const pauseOther of pauses) if (pauseOther !== pause) pauseOther()
      channel?.postMessage(null)
    },
    release() {
      pauses.delete(pause)
      if (pauses.size === 0) channel?.close()
    },
  }
}

/** Opens the channel by which tabs pause each other. Some browsers refuse it if storage is blocked, so that several tabs can play. */
function openChannel(): BroadcastChannel | undefined {
  try {
    const opened = new BroadcastChannel('playback')
    opened.onmessage = () => {
      for (const pause of pauses) pause()
    }
    return opened
  } catch {
    return undefined
  }
}

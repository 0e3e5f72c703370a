import { useEffect } from 'react'

const CHANNEL = 'playback'

/** Playing in one tab pauses the others. */
export function useExclusivePlayback(audio: HTMLAudioElement) {
  useEffect(() => {
    const channel = openChannel()
    if (!channel) return
    const announce = () => channel.postMessage(null)
    channel.onmessage = () => audio.pause()
    audio.addEventListener('play', announce)
    return () => {
      audio.removeEventListener('play', announce)
      channel.close()
    }
  }, [audio])
}

/** Some browsers refuse it where storage is forbidden; tabs then play at the same time. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(CHANNEL)
  } catch {
    return undefined
  }
}

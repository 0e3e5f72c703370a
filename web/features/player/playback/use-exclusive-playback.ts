import { useEffect } from 'react'

const CHANNEL = 'playback'

/** One voice in a browser: what begins to play here pauses what plays in another tab, and the other way round. */
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

/** Some browsers refuse it where storage is forbidden; tabs then play side by side. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(CHANNEL)
  } catch {
    return undefined
  }
}

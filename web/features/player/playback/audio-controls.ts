export const SKIP_BACK_SECONDS = 15
export const SKIP_FORWARD_SECONDS = 30

export type AudioControls = ReturnType<typeof createAudioControls>

/** What buttons, keys and the lock screen do to the audio element. */
export function createAudioControls(audio: HTMLAudioElement) {
  function seek(seconds: number) {
    const end = Number.isFinite(audio.duration) ? audio.duration : Number.POSITIVE_INFINITY
    audio.currentTime = Math.max(0, Math.min(seconds, end))
  }
  return {
    seek,
    play: () => play(audio),
    pause: () => audio.pause(),
    toggle: () => (audio.paused || audio.ended ? play(audio) : audio.pause()),
    skip: (seconds: number) => seek(audio.currentTime + seconds),
  }
}

/** Browsers may refuse to play without a user gesture: the play button stays as it is. Failures arrive as events. */
export function play(audio: HTMLAudioElement): void {
  audio.play().catch(() => {})
}

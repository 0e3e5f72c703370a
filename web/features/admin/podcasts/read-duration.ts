/** Seconds of a recording, as the browser reads them from its first bytes; undefined when it can't. */
export function readDuration(file: File): Promise<number | undefined> {
  return new Promise((resolve) => {
    const address = URL.createObjectURL(file)
    const audio = new Audio()
    const finish = (seconds?: number) => {
      URL.revokeObjectURL(address)
      resolve(seconds && Number.isFinite(seconds) ? seconds : undefined)
    }
    audio.preload = 'metadata'
    audio.onloadedmetadata = () => finish(audio.duration)
    audio.onerror = () => finish()
    audio.src = address
  })
}

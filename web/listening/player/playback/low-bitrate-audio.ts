import { savesData } from '#web/lib/data-saver.ts'
import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import type { Episode } from './use-source.ts'

const TYPE = 'audio/webm; codecs="opus"'
const stored = createStoredValue('lightSound')

/** Whether the low-bitrate audio of the episode plays: by the visitor's choice for all episodes, otherwise when the browser saves data. */
export function useLowBitrateAudio(audio: HTMLAudioElement, { item }: Episode) {
  const chosen = stored.useValue()
  // Items that were downloaded before the site had low-bitrate audio lack this property.
  const bytes = item.lightSound?.bytes
  const isOffered = bytes !== undefined && audio.canPlayType(TYPE) !== ''
  const isWanted = chosen === null ? savesData() : chosen === 'on'
  return {
    /** Undefined if the episode has no low-bitrate audio or the browser can't play it */
    bytes: isOffered ? bytes : undefined,
    isOn: isOffered && isWanted,
    choose: (isOn: boolean) => void stored.write(isOn ? 'on' : 'off'),
  }
}

import { savesData } from '#web/lib/save-data.ts'
import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import type { Episode } from './use-source.ts'

const TYPE = 'audio/webm; codecs="opus"'
const stored = createStoredValue('lightSound')

/** Whether the smaller form of the episode plays: as the visitor chose for all episodes, else when the browser is to save data. */
export function useLightSound(audio: HTMLAudioElement, { item }: Episode) {
  const chosen = stored.useValue()
  // What was kept on the phone before there was any doesn't know of it.
  const bytes = item.lightSound?.bytes
  const isOffered = bytes !== undefined && audio.canPlayType(TYPE) !== ''
  const isWanted = chosen === null ? savesData() : chosen === 'on'
  return {
    /** Undefined when there is none that this browser plays */
    bytes: isOffered ? bytes : undefined,
    isOn: isOffered && isWanted,
    choose: (isOn: boolean) => void stored.write(isOn ? 'on' : 'off'),
  }
}

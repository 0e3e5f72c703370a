import { useEffect } from 'react'
import { STORED_SPEEDS } from '#contracts/admin/retention.ts'
import { useSite } from '#web/lib/site.tsx'
import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'
import { findProgram } from '#web/listening/player/next/next-episode.ts'
import type { Episode } from './use-source.ts'

const [SLOWEST, FASTEST] = [0.5, 3]
/** Speeds that are offered, in steps of a tenth */
export const SPEEDS = Array.from({ length: (FASTEST - SLOWEST) * 10 + 1 }, (_, index) => (index + SLOWEST * 10) / 10)

/** Speed of a show: of the program of an episode, or of an audiobook */
type ShowSpeed = { show: string; speed: number }

const lastChosen = createStoredValue('listeningSpeed')
const ofShows = createStoredValue('showSpeeds')

const isSpeed = (speed: unknown) => typeof speed === 'number' && speed >= SLOWEST && speed <= FASTEST

/** Parses a stored playback speed; returns 1 for an invalid or missing value. Earlier versions of the site offered steps of a quarter. */
export function parseSpeed(text: string | null): number {
  const speed = Number(text)
  return isSpeed(speed) ? speed : 1
}

/** Parses the stored list of speeds, most recently chosen first. */
export function parseShowSpeeds(text: string | null): ShowSpeed[] {
  return parseList<ShowSpeed>(text, ({ show, speed }) => typeof show === 'string' && isSpeed(speed))
}

function store(show: string, speed: number) {
  const others = parseShowSpeeds(ofShows.read()).filter((each) => each.show !== show)
  ofShows.write(JSON.stringify([{ show, speed }, ...others].slice(0, STORED_SPEEDS)))
}

/** Playback speed of the show, stored in the browser. A show that is new to the browser has the speed that was chosen last. */
export function useSpeed(audio: HTMLAudioElement, { kind, item }: Episode) {
  const { programs } = useSite()
  const show = kind === 'audiobook' ? item.id : (findProgram(item, programs)?.slug ?? item.categories[0] ?? '')
  const shows = ofShows.useValue()
  const last = lastChosen.useValue()
  const own = parseShowSpeeds(shows).find((each) => each.show === show)?.speed
  const speed = own ?? parseSpeed(last)

  // Stored at the first episode, so that a speed chosen later for another show does not change this one.
  useEffect(() => {
    if (own === undefined) store(show, speed)
  }, [show, own, speed])

  useEffect(() => {
    // The default rate is set too, since loading another recording resets the playback rate to it.
    audio.defaultPlaybackRate = speed
    audio.playbackRate = speed
  }, [audio, speed])

  function choose(next: number) {
    store(show, next)
    lastChosen.write(String(next))
  }
  return [speed, choose] as const
}

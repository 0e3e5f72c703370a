import { useState } from 'react'
import type { Episode } from './episode.ts'
import { Player } from './player.tsx'
import './player.css'

/**
 * Plays episodes while the visitor goes from page to page, over the page or docked at its bottom. One element plays all episodes, since
 * phones only let an element play by itself that a user gesture has started. While a document covers the page, `slot` is the element in
 * its header that gets the play button.
 */
export function PodcastPlayer({
  opened,
  covered,
  slot,
  onClose,
}: {
  opened: Episode
  covered: boolean
  slot: Element | null
  onClose: () => void
}) {
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null)
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the catalogue holds no transcripts of its episodes. */}
      <audio ref={setAudio} preload="metadata" />
      {audio && <Player audio={audio} opened={opened} covered={covered} slot={slot} onClose={onClose} />}
    </>
  )
}

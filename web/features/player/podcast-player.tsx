import { useState } from 'react'
import type { Episode } from './episode.ts'
import { Player } from './player.tsx'
import './player.css'

/**
 * Plays an episode, over the page or docked at its foot, while the visitor goes from page to page. It lives in the site's layout;
 * one element plays all episodes, since phones trust the one that a finger has started. `covered` while a document lies over the page; its
 * play button is then put into `cover`, once that is there.
 */
export function PodcastPlayer({
  opened,
  covered,
  cover,
  onClose,
}: {
  opened: Episode
  covered: boolean
  cover: Element | null
  onClose: () => void
}) {
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null)
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the catalogue holds no transcripts of its episodes. */}
      <audio ref={setAudio} preload="metadata" />
      {audio && <Player audio={audio} opened={opened} covered={covered} cover={cover} onClose={onClose} />}
    </>
  )
}

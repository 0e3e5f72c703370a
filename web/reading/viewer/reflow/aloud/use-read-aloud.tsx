import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import Volume2 from 'lucide-react/icons/volume-2'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { languageName } from '#contracts/catalogue/language-names.ts'
import type { BookReflow } from '#contracts/reading/book-reflow.ts'
import { listen } from '#web/lib/browser-events.ts'
import { shareSound } from '#web/lib/one-sound.ts'
import type { Place } from '#web/lib/places/book-places.ts'
import { toast } from '#web/lib/toast.ts'
import type { ReflowSource } from '#web/reading/viewer/book/page-source.ts'
import { lastPartOfChapter } from '#web/reading/viewer/reflow/time-left.ts'
import { createReadAloud, type SpeechState, type SpokenSentence } from './read-aloud.ts'
import { readSpeech } from './speech-settings.ts'
import { hasVoiceFor, silence, speak, useHasVoice } from './voice.ts'

const NOTICE = 'reading-aloud'
/** When reading pauses by itself: after minutes, or at the end of the chapter */
export const SLEEPS = ['off', '10', '20', '30', '45', '60', 'chapter'] as const
export type Sleep = (typeof SLEEPS)[number]

/** Reads a book aloud until the reading view closes. `onSentence` is called before each sentence. */
export function useReadAloud({
  reflow,
  parts,
  language,
  onSentence,
}: {
  reflow: ReflowSource
  parts: BookReflow['parts']
  language: string
  onSentence: (sentence: SpokenSentence) => void
}) {
  const [state, setState] = useState<SpeechState>('idle')
  const [sentence, setSentence] = useState<SpokenSentence>()
  const follow = useEffectEvent(onSentence)
  const [changed, setChanged] = useState<SpokenSentence>()
  const total = parts.length
  const [sleep, setSleep] = useState<Sleep>('off')
  /** The last part of the chapter in which reading ends, once its first sentence is read */
  const endPart = useRef<number>(undefined)
  const endChapter = useRef<(part: number) => boolean>(() => false)

  const aloud = useMemo(
    () =>
      createReadAloud({
        speak: (text) => speak(text, language, readSpeech()),
        silence,
        fetchBlocks: async (part) => (await reflow.fetchPart(part))?.blocks ?? [],
        total,
        language,
        isBehindEnd: ({ part }) => endChapter.current(part),
        onChange: (next, spoken) => {
          setState(next)
          setSentence(spoken)
          if (next === 'speaking') setChanged(spoken)
        },
        onFailure: () => toast('The voice stopped. Continue repeats the sentence.', { id: NOTICE }),
      }),
    [reflow, total, language],
  )

  useEffect(() => {
    if (changed) follow(changed)
  }, [changed])
  const pauseSpeaking = useEffectEvent(() => state === 'speaking' && aloud.pause())
  useEffect(() => {
    endPart.current = undefined
    endChapter.current = (part) => {
      if (sleep !== 'chapter') return false
      endPart.current ??= lastPartOfChapter(parts, part)
      if (part <= endPart.current) return false
      setSleep('off')
      toast('The chapter ends here. Continue reads on.', { id: NOTICE })
      return true
    }
  }, [sleep, parts])
  const isActive = state !== 'idle'
  useEffect(() => {
    if (!isActive || sleep === 'off' || sleep === 'chapter') return
    const timer = setTimeout(() => {
      setSleep('off')
      pauseSpeaking()
      toast(`Reading aloud paused after ${sleep} minutes.`, { id: NOTICE })
    }, Number(sleep) * 60_000)
    return () => clearTimeout(timer)
  }, [sleep, isActive])
  useEffect(() => {
    const stopHide = listen(window, 'pagehide', () => aloud.stop())
    return () => {
      stopHide()
      aloud.stop()
    }
  }, [aloud])
  useEffect(() => {
    if (state !== 'speaking') return
    const sound = shareSound(() => pauseSpeaking())
    sound.begin()
    return sound.release
  }, [state])

  function play(from: Place) {
    endPart.current = undefined
    if (hasVoiceFor(language)) return aloud.play(from)
    toast(`This device has no voice that speaks ${languageName(language)}. Its settings may offer one.`, { id: NOTICE })
  }
  return { ...aloud, play, state, sentence, language, sleep, setSleep }
}

/** Button that starts reading aloud; while reading, buttons to pause or resume and to stop. Hidden when the browser has no voice. */
export function AloudButtons({ aloud, onStart }: { aloud: ReturnType<typeof useReadAloud>; onStart: () => void }) {
  const hasVoice = useHasVoice()
  if (!hasVoice) return null
  const { state, pause, resume, stop } = aloud
  const main = {
    idle: { label: 'Read aloud', icon: <Volume2 aria-hidden />, act: onStart },
    speaking: { label: 'Pause reading aloud', icon: <Pause aria-hidden />, act: pause },
    paused: { label: 'Continue reading aloud', icon: <Play aria-hidden />, act: resume },
  }[state]
  return (
    <>
      <button type="button" className="viewer-button" aria-label={main.label} title={main.label} onClick={() => void main.act()}>
        {main.icon}
      </button>
      {state !== 'idle' && (
        <button type="button" className="viewer-button" aria-label="Stop reading aloud" title="Stop reading aloud" onClick={stop}>
          <Square aria-hidden />
        </button>
      )}
    </>
  )
}

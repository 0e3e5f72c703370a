import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import type { ReflowSource } from '#web/reading/viewer/book/reflow-source.ts'
import { createReadAloud, type SpeechState, type SpokenSentence } from './read-aloud.ts'
import { silence, speak } from './voice.ts'

/** Reads a book aloud until the text is closed. `onSentence` is called before each sentence. */
export function useReadAloud({
  reflow,
  total,
  language,
  onSentence,
}: {
  reflow: ReflowSource
  total: number
  language: string
  onSentence: (sentence: SpokenSentence) => void
}) {
  const [state, setState] = useState<SpeechState>('idle')
  const [sentence, setSentence] = useState<SpokenSentence>()
  const follow = useEffectEvent(onSentence)
  const [changed, setChanged] = useState<SpokenSentence>()

  const aloud = useMemo(
    () =>
      createReadAloud({
        speak: (text) => speak(text, language),
        silence,
        fetchBlocks: async (part) => (await reflow.fetchPart(part))?.blocks ?? [],
        total,
        language,
        onChange: (next, spoken) => {
          setState(next)
          setSentence(spoken)
          if (next === 'speaking') setChanged(spoken)
        },
      }),
    [reflow, total, language],
  )

  useEffect(() => {
    if (changed) follow(changed)
  }, [changed])
  useEffect(() => {
    const stopHide = listen(window, 'pagehide', () => aloud.stop())
    return () => {
      stopHide()
      aloud.stop()
    }
  }, [aloud])

  return { ...aloud, state, sentence }
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Chapter } from '#contracts/catalogue/chapter.ts'
import { createStore } from '#web/lib/store.ts'
import { useOnDemand } from '#web/lib/use-on-demand.ts'
import type { AudioControls } from '#web/listening/player/playback/audio.ts'
import type { SleepState } from './sleep-state.ts'

type Module = typeof import('./sleep-panel.tsx')
type Timer = ReturnType<Module['createSleepTimer']>

/** Sleep timer of the player, whose code is loaded when its button is first pressed. The timer goes on with the next recording. */
export function useSleepTimer(
  audio: HTMLAudioElement,
  { controls, ...recording }: { controls: Pick<AudioControls, 'seek' | 'play'>; length: number; chapters: readonly Chapter[] },
) {
  const [store] = useState(() => createStore<SleepState | undefined>(undefined))
  const state = store.useValue()
  const { module, request } = useOnDemand(() => import('./sleep-panel.tsx'))
  const [timer, setTimer] = useState<Timer>()
  const [isOpen, setIsOpen] = useState(false)
  /** Description of the last choice, for screen readers */
  const [told, setTold] = useState('')
  const current = useRef(recording)
  const { length, chapters } = recording

  const open = useEffectEvent((loaded: Module) =>
    loaded.createSleepTimer(audio, {
      state: store,
      controls: { seek: (seconds) => controls.seek(seconds), play: () => controls.play() },
      recording: () => current.current,
    }),
  )
  useEffect(() => {
    if (!module) return
    const opened = open(module)
    setTimer(opened)
    return opened.close
  }, [module])
  useEffect(() => {
    current.current = { length, chapters }
    timer?.update()
  }, [timer, length, chapters])

  async function toggle() {
    if (await request()) setIsOpen(!isOpen)
  }
  return {
    state,
    /** Whether the timer has stopped the sound, so that nothing plays after it */
    hasStopped: state?.stopped === true,
    isOpen,
    toggle: () => void toggle(),
    close: (description: string) => {
      setTold(description)
      setIsOpen(false)
    },
    told,
    panel: isOpen && module && timer ? { SleepPanel: module.SleepPanel, timer } : undefined,
  }
}

import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import type { SleepState, SleepUntil } from './sleep-state.ts'
import { MORE_MINUTES, type SleepTimer } from './sleep-timer.ts'

export { createSleepTimer } from './sleep-timer.ts'

const MINUTES = [5, 10, 15, 20, 30, 45, 60]

/** Choices of the sleep timer. `onChoose` is called with a description of the choice. */
export function SleepPanel({
  timer,
  state,
  hasChapters,
  recording,
  onChoose,
}: {
  timer: SleepTimer
  state: SleepState | undefined
  hasChapters: boolean
  /** Name of the recording, such as episode */
  recording: string
  onChoose: (description: string) => void
}) {
  const running = state?.stopped ? undefined : state
  const choose = (until: SleepUntil, description: string, minutes?: number) => {
    timer.start(until, minutes)
    onChoose(`The sound stops ${description}.`)
  }
  return (
    <fieldset ref={bringIntoView} className="mt-2 rounded-control bg-white/10 px-3 pt-2 pb-3">
      <legend className="sr-only">Sleep timer</legend>
      <p className="text-base text-haze">Stop the sound after</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {MINUTES.map((minutes) => (
          <Choice
            key={minutes}
            isOn={running?.until === 'minutes' && running.minutes === minutes}
            onClick={() => choose('minutes', `in ${minutes} minutes`, minutes)}
          >
            {minutes} min
          </Choice>
        ))}
        {hasChapters && (
          <Choice isOn={running?.until === 'chapter'} onClick={() => choose('chapter', 'at the end of the chapter')}>
            This chapter
          </Choice>
        )}
        <Choice isOn={running?.until === 'recording'} onClick={() => choose('recording', `at the end of the ${recording}`)}>
          This {recording}
        </Choice>
      </div>
      {running && (
        <div className="mt-2 flex flex-wrap gap-2 border-white/15 border-t pt-2">
          <Choice
            onClick={() => {
              timer.extend()
              onChoose(`The sound stops in ${MORE_MINUTES} minutes.`)
            }}
          >
            Five more minutes
          </Choice>
          <Choice
            onClick={() => {
              timer.cancel()
              onChoose('The sleep timer is off.')
            }}
          >
            Turn off
          </Choice>
        </div>
      )}
    </fieldset>
  )
}

const bringIntoView = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: 'nearest' })

function Choice({ isOn, onClick, children }: { isOn?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={classNames(
        'min-h-11 rounded-full border px-4 font-semibold text-base tabular-nums',
        isOn ? 'border-lamp-2 bg-lamp-2 text-[#231a08]' : 'border-white/30 hover:border-white/70 hover:bg-white/10',
      )}
    >
      {children}
    </button>
  )
}

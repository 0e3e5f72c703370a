import { type ReactNode, useId } from 'react'
import { changeSpeech, SPEECH_RATES, useSpeech } from './speech-settings.ts'
import { SLEEPS, type Sleep, type useReadAloud } from './use-read-aloud.tsx'
import { useVoicesFor, voiceKey } from './voice.ts'

const nameOfSleep = (sleep: Sleep) => ({ off: 'Off', chapter: 'At the end of the chapter' })[sleep as string] ?? `After ${sleep} minutes`

/** Settings of reading aloud: speed, voice and sleep timer. Empty if no voice of the device speaks the language of the book. */
export function AloudSettings({ aloud: { language, sleep, setSleep } }: { aloud: ReturnType<typeof useReadAloud> }) {
  const voices = useVoicesFor(language)
  const { rate, voices: chosen } = useSpeech()
  const [first] = voices
  if (!first) return null
  const key = voiceKey(language)
  const voice = voices.find(({ voiceURI }) => voiceURI === chosen[key]) ?? first
  return (
    <fieldset className="reading-aloud">
      <legend>Reading aloud</legend>
      <Choice label="Speed" value={String(rate)} onChoose={(value) => changeSpeech({ rate: Number(value) })}>
        {SPEECH_RATES.map((each) => (
          <option key={each} value={each}>{`${each}×`}</option>
        ))}
      </Choice>
      {voices.length > 1 && (
        <Choice label="Voice" value={voice.voiceURI} onChoose={(value) => changeSpeech({ voices: { ...chosen, [key]: value } })}>
          {voices.map(({ voiceURI, name, localService }) => (
            <option key={voiceURI} value={voiceURI}>
              {localService ? name : `${name} (uses data)`}
            </option>
          ))}
        </Choice>
      )}
      <Choice label="Pause" value={sleep} onChoose={(value) => setSleep(SLEEPS.find((each) => each === value) ?? 'off')}>
        {SLEEPS.map((each) => (
          <option key={each} value={each}>
            {nameOfSleep(each)}
          </option>
        ))}
      </Choice>
    </fieldset>
  )
}

function Choice({
  label,
  value,
  onChoose,
  children,
}: {
  label: string
  value: string
  onChoose: (value: string) => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {children}
      </select>
    </div>
  )
}

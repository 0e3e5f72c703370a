import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import Volume2 from 'lucide-react/icons/volume-2'
import type { useReadAloud } from './use-read-aloud.ts'
import { useHasVoice } from './voice.ts'

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

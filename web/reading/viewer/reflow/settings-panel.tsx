import {
  CHOICES,
  changeSettings,
  type ReadingSettings,
  setOwn,
  type TextSettings,
  useReadingSettings,
} from '#web/reading/viewer/book/reading-settings.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { ViewerPanel } from '#web/reading/viewer/book/viewer-panel.tsx'
import { AloudSettings } from './aloud/aloud-settings.tsx'
import type { useReadAloud } from './aloud/use-read-aloud.tsx'

type Name = keyof TextSettings

const LEGENDS: Record<Name, string> = {
  size: 'Size',
  face: 'Font',
  ground: 'Colors',
  spacing: 'Line spacing',
  margins: 'Margins',
  align: 'Alignment',
  hyphens: 'Hyphenation',
}
const LABELS: Record<ReadingSettings[Name], string> = {
  1: 'Smallest',
  2: 'Small',
  3: 'Medium',
  4: 'Large',
  5: 'Largest',
  close: 'Tight',
  normal: 'Normal',
  wide: 'Wide',
  narrow: 'Narrow',
  medium: 'Medium',
  broad: 'Broad',
  serif: 'Serif',
  sans: 'Sans',
  literata: 'Literata',
  atkinson: 'Atkinson',
  dyslexic: 'For dyslexia',
  start: 'Ragged',
  justify: 'Justified',
  auto: 'On',
  manual: 'Off',
  paper: 'Paper',
  sepia: 'Sepia',
  night: 'Night',
  black: 'Black',
}

/** Panel for the settings of the text and of reading it aloud. On a phone, part of the text stays visible beside the panel. */
export function SettingsPanel({ aloud }: { aloud: ReturnType<typeof useReadAloud> }) {
  const { position } = useViewer().book
  const { isOwn } = useReadingSettings(position)
  return (
    <ViewerPanel title="Text settings">
      <form className="reading-settings">
        {(Object.keys(LEGENDS) as Name[]).map((name) => (
          <Choice key={name} name={name} book={position} />
        ))}
        <label className="reading-own">
          <input type="checkbox" checked={isOwn} onChange={(event) => setOwn(position, event.currentTarget.checked)} />
          For this book only
        </label>
        <AloudSettings aloud={aloud} />
      </form>
    </ViewerPanel>
  )
}

function Choice({ name, book }: { name: Name; book: string }) {
  const settings = useReadingSettings(book)
  function choose(value: string) {
    changeSettings({ [name]: value }, book)
    // The font is stored for offline use if the shelf is. It is fetched again later if that fails.
    if (name === 'face') void import('#web/lib/downloads/app-files.ts').then(({ storeFont }) => storeFont(value)).catch(() => {})
  }
  return (
    <fieldset data-choice={name}>
      <legend>{LEGENDS[name]}</legend>
      <div className="reading-choices">
        {CHOICES[name].map((value) => (
          <label key={value} data-value={value} data-ground={name === 'ground' ? value : undefined}>
            <input
              type="radio"
              name={name}
              value={value}
              aria-label={LABELS[value]}
              checked={settings[name] === value}
              data-autofocus={(name === 'size' && settings.size === value) || undefined}
              onChange={() => choose(value)}
            />
            <span aria-hidden>{name === 'size' ? 'A' : LABELS[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import { ViewerPanel } from '#web/reading/viewer/book/viewer-panel.tsx'
import { CHOICES, changeSettings, type ReadingSettings, useReadingSettings } from './reading-settings.ts'

type Name = Exclude<keyof ReadingSettings, 'view'>

const LEGENDS: Record<Name, string> = { size: 'Size', spacing: 'Line spacing', face: 'Font', ground: 'Colors' }
const LABELS: Record<ReadingSettings[Name], string> = {
  1: 'Smallest',
  2: 'Small',
  3: 'Medium',
  4: 'Large',
  5: 'Largest',
  close: 'Tight',
  normal: 'Normal',
  wide: 'Wide',
  serif: 'Serif',
  sans: 'Sans',
  paper: 'Paper',
  sepia: 'Sepia',
  night: 'Night',
}

/** Panel for the text settings. On a phone, part of the text stays visible above the panel. */
export function SettingsPanel() {
  return (
    <ViewerPanel title="Text settings">
      <form className="reading-settings">
        {(Object.keys(LEGENDS) as Name[]).map((name) => (
          <Choice key={name} name={name} />
        ))}
      </form>
    </ViewerPanel>
  )
}

function Choice({ name }: { name: Name }) {
  const settings = useReadingSettings()
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
              onChange={() => changeSettings({ [name]: value })}
            />
            <span aria-hidden>{name === 'size' ? 'A' : LABELS[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

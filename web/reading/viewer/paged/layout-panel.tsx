import { CHOICES, changeSettings, type ReadingSettings, useReadingSettings } from '#web/reading/viewer/book/reading-settings.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { ViewerPanel } from '#web/reading/viewer/book/viewer-panel.tsx'

const LABELS: Record<ReadingSettings['fit'], string> = {
  auto: 'As the window allows',
  page: 'Whole page',
  width: 'Page width',
  pair: 'Two pages',
}

/** Panel with the choice how much of a page is visible, which is the same for all books. */
export function LayoutPanel({ title }: { title: string }) {
  const chosen = useReadingSettings().fit
  const { fit } = useViewer()
  return (
    <ViewerPanel title={title}>
      <fieldset className="viewer-layouts">
        <legend className="sr-only">{title}</legend>
        {CHOICES.fit.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name="fit"
              value={value}
              checked={chosen === value}
              data-autofocus={chosen === value || undefined}
              onChange={() => changeSettings({ fit: value })}
            />
            {LABELS[value]}
          </label>
        ))}
      </fieldset>
      {chosen === 'pair' && fit !== 'pair' && (
        <p role="status" className="viewer-panel-empty">
          This window is too narrow for two pages.
        </p>
      )}
    </ViewerPanel>
  )
}

import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ErrorCallout } from '#web/ui/callout.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ChangeList } from './change-list.tsx'
import { compareContent, type FieldSchema } from './section-schema.ts'

/** Notice that another administrator saved or published the section while it was being edited, with the available actions. */
export function SectionConflict({
  message,
  changes: { schema, before, after },
  busy,
  onSaveAnyway,
  onDiscard,
}: {
  message: string
  /** Changes to a section, given as the original content and the newer content */
  changes: { schema: FieldSchema; before: unknown; after: unknown }
  busy: boolean
  onSaveAnyway: () => void
  onDiscard: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  // The notice is focused, since the pressed button is disabled and loses focus.
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    // The notice is centered, so that neither the buttons nor the toast at the bottom of the screen cover the notice.
    box.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div role="alert" ref={box} tabIndex={-1} className="mt-8 outline-none">
      <ErrorCallout className="gap-3">
        <p>{message} Nothing was saved. Your changes are still here.</p>
        <p>“Save my changes anyway” changes only the fields that you edited.</p>
        <Disclosure title="Show what changed in the meantime">
          <ChangeList changes={compareContent(schema, before, after)} none="The texts are the same." />
        </Disclosure>
        <div className="flex flex-wrap gap-3">
          <Button size="small" disabled={busy} onClick={onSaveAnyway}>
            Save my changes anyway
          </Button>
          <Button variant="outline" size="small" disabled={busy} onClick={onDiscard}>
            Discard my changes, edit the newer version
          </Button>
        </div>
      </ErrorCallout>
    </div>
  )
}

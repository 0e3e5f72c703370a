import { useEffect, useRef } from 'react'
import { MAX_NOTE } from '#web/lib/highlights/stored-highlights.ts'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'

/** Form for editing a note, focused when it is rendered. Escape cancels editing; Back stores a changed note. */
export function NoteForm({ note, onSave, onCancel }: { note: string; onSave: (note: string) => void; onCancel: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  useBackCloses(true, () => {
    const text = field.current?.value.trim() ?? note
    if (text === note) onCancel()
    else onSave(text)
  })
  return (
    <form
      className="reading-note-form"
      data-own-keys
      onSubmit={(event) => {
        event.preventDefault()
        onSave(String(new FormData(event.currentTarget).get('note')).trim())
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Escape closes only the form, not the surrounding panel.
        event.preventDefault()
        onCancel()
      }}
    >
      <label>
        Note
        <textarea ref={field} name="note" rows={3} maxLength={MAX_NOTE} defaultValue={note} />
      </label>
      <button type="submit" className="viewer-button reading-note-save">
        Save
      </button>
      <button type="button" className="viewer-button" onClick={onCancel}>
        Cancel
      </button>
    </form>
  )
}

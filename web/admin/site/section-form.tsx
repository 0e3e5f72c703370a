import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { EditedSection } from '#contracts/site/site-sections.ts'
import { read } from '#web/admin/kit/api.ts'
import { clearFailure, describeFailure, errorsOf, hasStatus, toastFailure } from '#web/admin/kit/failures.ts'
import { dropDraft, readDraft, writeDraft } from '#web/admin/kit/form/drafts.ts'
import { FormProblems, RestoredDraftNotice } from '#web/admin/kit/form/form-notices.tsx'
import { LeaveDialog } from '#web/admin/kit/form/leave-dialog.tsx'
import { useLeaveGuard } from '#web/admin/kit/form/use-leave-guard.ts'
import { json } from '#web/lib/api/api.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { focusFirstError } from '#web/ui/focus-first-error.ts'
import { DraftNotice } from './draft-notice.tsx'
import { pageOfSection } from './page-of-section.ts'
import { TrackUpload, usePendingUploads } from './pending-uploads.ts'
import { SectionConflict } from './section-conflict.tsx'
import { SectionFields } from './section-fields.tsx'
import { SectionPage } from './section-page.tsx'
import { SectionState } from './section-part.tsx'
import { type FieldSchema, isSameContent, mergeContent, readContent, valueAt } from './section-schema.ts'
import { usePublish } from './use-publish.ts'

type Action = 'save' | 'publish' | 'discard'

/** Returns the browser storage key for the unsaved input of a site section */
export const sectionDraft = (name: string) => `site ${name}`

/** Returns the section's content merged with unsaved input that this browser stored before the page was reloaded or closed. */
function restoreContent({ name, content }: EditedSection): unknown {
  const { base, mine } = readDraft(sectionDraft(name)).values
  return mine === undefined ? content : mergeContent(base, mine, content)
}

const NO_ERRORS = { found: {}, content: undefined }

/**
 * Form of a site section, beside the page that displays the section. “Save” stores a draft; “Publish” stores the draft and publishes it.
 * `children` are displayed below the form.
 */
export function SectionForm({
  section,
  onChanged,
  children,
}: {
  section: EditedSection
  onChanged: (section: EditedSection) => void
  children?: ReactNode
}) {
  const { name } = section
  const schema = section.schema as FieldSchema
  /** Stored version of the section on which the entered content is based */
  const [base, setBase] = useState(section)
  const [content, setContent] = useState(() => restoreContent(section))
  /** Entered content, also before it is rendered: an upload that has just finished is in it */
  const entered = useRef(content)
  const [isRestored, setRestored] = useState(() => !isSameContent(content, section.content))
  const [conflict, setConflict] = useState<{ message: string; newer: EditedSection }>()
  /** Error messages by field path, and the content in which they were found. A message disappears when its field is changed. */
  const [errors, setErrors] = useState<{ found: Record<string, string>; content: unknown }>(NO_ERRORS)
  const shownErrors = Object.fromEntries(
    Object.entries(errors.found).filter(([field]) => isSameContent(valueAt(errors.content, field), valueAt(content, field))),
  )
  const [problems, setProblems] = useState<string[]>([])
  const [busy, setBusy] = useState<Action>()
  const uploads = usePendingUploads()
  /** Action that starts when the pictures are uploaded */
  const [waiting, setWaiting] = useState<Action>()
  const [asks, setAsks] = useState(false)
  /** Path of the open part of the form */
  const [opened, setOpened] = useState('')
  /** Path of the field that had the focus last */
  const [edited, setEdited] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const publishSections = usePublish()
  const isChanged = !isSameContent(content, base.content)
  const canSave = isChanged || uploads.count > 0
  const canPublish = canSave || base.draft !== null || base.invalid
  const blocker = useLeaveGuard(() => canSave && busy === undefined)

  useEffect(() => {
    if (Object.keys(errors.found).length > 0) focusFirstError(form.current)
  }, [errors])

  // Unsaved input is stored in the browser, since phones close pages in the background.
  useEffect(() => {
    writeDraft(sectionDraft(name), { values: isChanged ? { base: base.content, mine: content } : {} })
  }, [name, base, content, isChanged])

  const path = `/site/sections/${name}`
  function saveDraft(edited: unknown, { draft, published }: EditedSection) {
    const body = { content: readContent(schema, edited), basedOn: draft?.at ?? null, basedOnVersion: published?.version ?? 0 }
    return read(EditedSection, `${path}/draft`, json('PUT', body))
  }

  function change(value: unknown) {
    entered.current = value
    setContent(value)
  }

  function display(stored: EditedSection) {
    setBase(stored)
    change(stored.content)
    setRestored(false)
    setConflict(undefined)
    onChanged(stored)
  }

  async function run(action: Action, work: () => Promise<EditedSection>, success: string, failed: string) {
    setBusy(action)
    setProblems([])
    setErrors(NO_ERRORS)
    try {
      display(await work())
      clearFailure(failed)
      toast.success(success)
    } catch (error) {
      toastFailure(error, failed)
      await showError(error)
    } finally {
      setBusy(undefined)
      setAsks(false)
    }
  }

  async function showError(error: unknown) {
    const message = describeFailure(error)
    if (hasStatus(error, 409)) {
      const newer = await read(EditedSection, path).catch(() => undefined)
      if (newer) return setConflict({ message, newer })
    }
    const found = errorsOf(error)
    const messages = Object.fromEntries(found.map(({ field, message: wrong }) => [field.replace(/^content\./, ''), wrong]))
    setErrors({ found: messages, content: entered.current })
    setOpened(Object.keys(messages)[0] ?? '')
    setProblems(found.length === 0 ? [message] : found.filter(({ field }) => field === '').map(({ message: wrong }) => wrong))
  }

  const save = (edited: unknown, on: EditedSection) => run('save', () => saveDraft(edited, on), 'Draft saved', 'Failed to save the draft')

  /** Runs an action once all chosen pictures are uploaded. If one can't be uploaded, nothing is saved. */
  async function afterUploads(action: Action, act: () => void) {
    setProblems([])
    setWaiting(action)
    const failed = await uploads.settle()
    setWaiting(undefined)
    if (failed.length === 0) return act()
    setProblems(failed.map((label) => `“${label}” was not uploaded, so nothing was saved. Choose the picture again, or remove it.`))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void afterUploads('save', () => void save(entered.current, base))
  }

  function publish() {
    const work = async () => {
      // An unchanged draft is saved too, since the API rejects the request if another administrator has saved a newer draft.
      const saved = await saveDraft(entered.current, base)
      setBase(saved)
      change(saved.content)
      onChanged(saved)
      await publishSections([name])
      return read(EditedSection, path)
    }
    void afterUploads('publish', () => void run('publish', work, 'Published', 'Failed to publish'))
  }

  /** Opens the part of a field, and focuses the field. */
  function focusField(field: string) {
    flushSync(() => setOpened(field))
    form.current?.querySelector<HTMLElement>(`[data-field="${field}"] :is(input, textarea, select)`)?.focus()
  }

  const pagePath = pageOfSection(name, content, edited || opened)
  const fields = (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onFocus={({ target }) => setEdited(target.closest<HTMLElement>('[data-field]')?.dataset.field ?? '')}
      aria-label={section.title}
    >
      <DraftNotice section={section} onDiscard={() => setAsks(true)} />
      {isRestored && isChanged && (
        <RestoredDraftNotice
          className="mb-6"
          discard="Discard these changes"
          disabled={busy !== undefined}
          onDiscard={() => display(base)}
        />
      )}
      <fieldset disabled={busy !== undefined} className="grid min-w-0 grid-cols-1 gap-6">
        <TrackUpload value={uploads.track}>
          <SectionState value={{ errors: shownErrors, opened, onOpen: setOpened }}>
            <SectionFields schema={schema} value={content} path="" label={section.title} onChange={change} />
          </SectionState>
        </TrackUpload>
      </fieldset>
      {conflict && (
        <SectionConflict
          message={conflict.message}
          changes={{ schema, before: base.content, after: conflict.newer.content }}
          busy={busy !== undefined}
          onSaveAnyway={() => void save(mergeContent(base.content, content, conflict.newer.content), conflict.newer)}
          onDiscard={() => display(conflict.newer)}
        />
      )}
      <div data-action-bar="" className="sticky bottom-0 mt-8 grid gap-3 border-rule border-t bg-paper py-4">
        <FormProblems messages={problems} />
        {waiting && <p role="status">The picture is being uploaded. Then the section is {waiting === 'save' ? 'saved' : 'published'}.</p>}
        <div className="flex flex-wrap gap-3">
          <Button
            busy={[busy, waiting].includes('publish')}
            disabled={!canPublish || conflict !== undefined || waiting !== undefined}
            onClick={publish}
          >
            Publish
          </Button>
          <Button
            type="submit"
            variant="outline"
            busy={[busy, waiting].includes('save')}
            disabled={!canSave || conflict !== undefined || waiting !== undefined}
          >
            Save draft
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asks}
        title="Discard the draft?"
        message="The form then shows the published content again."
        confirm="Discard draft"
        busy={busy === 'discard'}
        onConfirm={() =>
          void run(
            'discard',
            () => read(EditedSection, `${path}/draft`, { method: 'DELETE' }),
            'Draft discarded',
            'Failed to discard the draft',
          )
        }
        onClose={() => setAsks(false)}
      />
      <LeaveDialog
        blocker={blocker}
        message="What you entered on this page has not been saved."
        onLeave={() => dropDraft(sectionDraft(name))}
      />
    </form>
  )
  if (pagePath === undefined)
    return (
      <div className="max-w-3xl">
        {fields}
        {children}
      </div>
    )
  return (
    <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,29rem)_minmax(0,1fr)] xl:items-start xl:gap-10">
      <div className="page-of-section top-14 z-1 -mx-1 bg-paper px-1 pb-3 md:top-0 xl:sticky xl:top-6 xl:order-1">
        <SectionPage name={name} path={pagePath} content={readContent(schema, content)} edited={edited} onPick={focusField} />
      </div>
      <div className="min-w-0">
        {fields}
        {children}
      </div>
    </div>
  )
}

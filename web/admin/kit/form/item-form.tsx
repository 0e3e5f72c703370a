import type { ReactNode } from 'react'
import { STATE_CHOICES } from '#web/admin/kit/item-states.tsx'
import { BackLink } from '#web/admin/kit/list/back-link.tsx'
import { PreviewLink } from '#web/admin/kit/preview-link.tsx'
import { UploadStatus } from '#web/admin/kit/upload/upload-status.tsx'
import { useLast } from '#web/admin/kit/use-last.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SidePanel } from '#web/ui/dialog.tsx'
import { focusOnMount } from '#web/ui/form-notice.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import { EditConflictNotice } from './edit-conflict-notice.tsx'
import { FormProblems, RestoredDraftNotice } from './form-notices.tsx'
import { ItemInputs } from './item-inputs.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { ADD_LINK_ID, useCloseForm, useReturnToList } from './use-close-form.ts'
import type { ItemFormState } from './use-item-form.ts'

/** Minimum upload size for which progress is displayed; smaller uploads finish before users can read the progress. */
const MIN_REPORTED_BYTES = 200_000

/**
 * Layout of every form: title, fields, errors, upload progress, and the confirmation before unsaved changes are discarded. A form for a new
 * item is displayed over the list; a form for an existing item replaces the list.
 */
export function ItemForm({
  state,
  own,
  hints,
  children,
}: {
  state: Omit<ItemFormState, 'form' | 'field' | 'file'>
  /** Custom inputs by field name, which replace the default inputs */
  own?: Record<string, ReactNode>
  /** Hints by field name, which replace those of the field description */
  hints?: Record<string, string>
  /** Inputs of a form that has no field description */
  children?: ReactNode
}) {
  const { kind, subject, busy, upload, earlyUploads, draft, leaving, chosenState } = state
  const { back, blocker, discard } = leaving
  const close = useCloseForm(back)
  const toList = useReturnToList()
  const progress = upload.progress ?? earlyUploads.progress
  const submitLabel = chosenState && chosenState !== 'published' ? STATE_CHOICES[chosenState].save : kind.addLabel
  const reported = progress && progress.total > MIN_REPORTED_BYTES ? progress : null

  const content = (
    <>
      {draft.isRestored && <RestoredDraftNotice without={draft.without} className="mb-6" onDiscard={draft.startOver} />}
      <form noValidate onSubmit={state.submit} className="grid gap-6">
        <fieldset disabled={busy} className="grid min-w-0 grid-cols-1 gap-x-6 gap-y-6 sm:grid-cols-2">
          {kind.form ? <ItemInputs form={kind.form} own={own} hints={hints} state={state as ItemFormState} /> : children}
        </fieldset>
        {reported && (
          <UploadStatus
            progress={reported}
            waiting={earlyUploads.waiting}
            saving={busy}
            onCancel={busy ? upload.cancel : () => earlyUploads.cancel()}
          />
        )}
        <FormProblems messages={state.problems} />
        <EditConflictNotice conflict={state.conflict} singular={kind.singular} busy={busy} />
        <div className="flex flex-col-reverse gap-3 border-rule border-t pt-6 sm:flex-row sm:justify-end">
          {subject ? (
            <ButtonLink to={back} {...toList} variant="outline">
              Cancel
            </ButtonLink>
          ) : (
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
          )}
          <Button type="submit" busy={busy} disabled={state.conflict.state !== undefined}>
            {subject ? 'Save changes' : submitLabel}
          </Button>
        </div>
      </form>
      <QuestionDialog question={state.question} />
      <LeaveDialog
        blocker={blocker}
        message={progress ? 'The upload is still in progress and will be cancelled.' : 'What you entered will be lost.'}
        onLeave={discard}
      />
    </>
  )
  if (!subject)
    return (
      <SidePanel title={kind.addLabel} opener={`#${ADD_LINK_ID}`} onClose={close}>
        {content}
      </SidePanel>
    )
  return (
    <div className="max-w-3xl">
      <BackLink to={back} {...toList}>
        {kind.title}
      </BackLink>
      <PageTitle ref={focusOnMount} className="mt-1 mb-2 wrap-anywhere">
        Edit {kind.singular}
        {subject.name && ` “${subject.name}”`}
      </PageTitle>
      <div className="mb-6 min-h-11">
        {subject.pageUrl && (
          <a href={subject.pageUrl} target="_blank" rel="noreferrer" className="inline-flex min-h-11 items-center text-link">
            View on site
          </a>
        )}
        {subject.previewPath && (
          <PreviewLink path={subject.previewPath} label="Preview link" about={`this ${kind.singular}, as visitors will`} />
        )}
      </div>
      {subject.about}
      {content}
    </div>
  )
}

/** Dialog that asks a question before saving. The dialog stays rendered while it closes, so that its text doesn't vanish early. */
function QuestionDialog({ question }: Pick<ItemFormState, 'question'>) {
  const last = useLast(question)
  if (!last) return null
  const { title, message, confirm, fields, alternative, answer, close } = last
  return (
    <ConfirmDialog
      open={question !== undefined}
      // Closing the confirmation must not go back in the history, since saving replaces the history entry of the form.
      backCloses={false}
      title={title}
      message={message}
      confirm={confirm}
      danger={false}
      alternative={alternative ? { label: alternative, onChoose: () => void answer() } : undefined}
      onConfirm={() => void answer(fields)}
      onClose={close}
    />
  )
}

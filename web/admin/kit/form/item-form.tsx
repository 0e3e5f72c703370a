import type { ReactNode } from 'react'
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
import { ADD_LINK_ID, useCloseForm, useReturnToList } from './use-close-form.ts'
import type { ItemFormState } from './use-item-form.ts'

/** Smaller uploads finish before their progress could be read. */
const MIN_REPORTED_BYTES = 200_000

/**
 * Frame of every form: title, fields, errors, upload progress, and the confirmation before unsaved changes are left. A form that adds an
 * item lies over the list; a form that edits replaces it.
 */
export function ItemForm({
  state,
  own,
  children,
}: {
  state: Omit<ItemFormState, 'form' | 'field' | 'file'>
  /** Inputs by field, in place of those that are chosen by kind */
  own?: Record<string, ReactNode>
  /** Inputs of a form without a description */
  children?: ReactNode
}) {
  const { singular, isNew, back, busy, upload, earlyUpload, blocker, problems } = state
  const close = useCloseForm(back)
  const toList = useReturnToList()
  const progress = upload.progress ?? earlyUpload.progress
  const reported = progress && progress.total > MIN_REPORTED_BYTES ? progress : null

  const content = (
    <>
      {state.restored && (
        <RestoredDraftNotice without={state.notRestored} className="mb-6">
          <button type="button" onClick={state.startOver} className="min-h-11 text-link">
            Discard draft
          </button>
        </RestoredDraftNotice>
      )}
      <form noValidate onSubmit={state.submit} className="grid gap-6">
        <fieldset disabled={busy} className="grid min-w-0 grid-cols-1 gap-x-6 gap-y-6 sm:grid-cols-2">
          {state.description ? <ItemInputs form={state.description} own={own} state={state as ItemFormState} /> : children}
        </fieldset>
        {reported && (
          <UploadStatus
            progress={reported}
            waiting={earlyUpload.waiting}
            saving={busy}
            onCancel={busy ? upload.cancel : earlyUpload.cancel}
          />
        )}
        <FormProblems messages={problems} />
        <EditConflictNotice state={state} />
        <div className="flex flex-col-reverse gap-3 border-rule border-t pt-6 sm:flex-row sm:justify-end">
          {isNew ? (
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
          ) : (
            <ButtonLink to={back} {...toList} variant="outline">
              Cancel
            </ButtonLink>
          )}
          <Button type="submit" busy={busy} disabled={state.conflict.state !== undefined}>
            {isNew ? state.submitLabel : 'Save changes'}
          </Button>
        </div>
      </form>
      <QuestionDialog question={state.question} />
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        backCloses={false}
        title="Leave without saving?"
        message={progress ? 'The upload is still in progress and will be cancelled.' : 'What you entered will be lost.'}
        confirm="Leave"
        cancel="Stay here"
        onConfirm={state.discard}
        onClose={() => blocker.reset?.()}
      />
    </>
  )
  if (isNew)
    return (
      <SidePanel title={state.addLabel} opener={`#${ADD_LINK_ID}`} onClose={close}>
        {content}
      </SidePanel>
    )
  return (
    <div className="max-w-3xl">
      <BackLink to={back} {...toList}>
        {state.listTitle}
      </BackLink>
      <PageTitle ref={focusOnMount} className="mt-1 mb-2 wrap-anywhere">
        Edit {singular}
        {state.name && ` “${state.name}”`}
      </PageTitle>
      <div className="mb-6 min-h-11">
        {state.pageUrl && (
          <a href={state.pageUrl} target="_blank" rel="noreferrer" className="inline-flex min-h-11 items-center text-link">
            View on site
          </a>
        )}
        {state.previewPath && <PreviewLink path={state.previewPath} label="Preview link" about={`this ${singular}, as visitors will`} />}
      </div>
      {state.about}
      {content}
    </div>
  )
}

/** Stays rendered while the dialog closes, so that its text doesn't vanish first. */
function QuestionDialog({ question }: Pick<ItemFormState, 'question'>) {
  const last = useLast(question)
  if (!last) return null
  const { title, message, confirm, fields, alternative, answer, close } = last
  return (
    <ConfirmDialog
      open={question !== undefined}
      // Saving replaces the form's entry in the history.
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

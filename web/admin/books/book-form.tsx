import { useRef, useState } from 'react'
import { bookForm } from '#contracts/catalogue/book.ts'
import { formatContributors } from '#contracts/catalogue/contributor.ts'
import { type PdfNotice, UploadedEpub, UploadedPdf, UploadedRecording } from '#contracts/common/upload.ts'
import { readUpload } from '#web/admin/kit/api.ts'
import { askAboutPrice } from '#web/admin/kit/form/ask-about-price.ts'
import { formSchema, startValues } from '#web/admin/kit/form/described-form.ts'
import { FileField } from '#web/admin/kit/form/file-field.tsx'
import { ItemForm } from '#web/admin/kit/form/item-form.tsx'
import { RemovableFileField } from '#web/admin/kit/form/removable-file-field.tsx'
import type { RefusalQuestion } from '#web/admin/kit/form/save-question.ts'
import { type FormProps, useItemForm } from '#web/admin/kit/form/use-item-form.ts'
import { describeFile } from '#web/lib/document-file.ts'
import { joinSentences } from '#web/lib/sentences.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { bookResource, type EditedBook } from './book-resource.tsx'
import { describeRecording } from './describe-recording.ts'
import { MadeEpubField } from './made-epub-field.tsx'
import { RecordingOrder } from './recording-order.tsx'
import { describeFindings } from './text-findings.ts'

/** Question asked before a password-protected PDF is saved, since buyers can't open the PDF without its password. */
const LOCKED_PDF: RefusalQuestion = {
  code: 'password_needed',
  fields: { lockedPdf: 'refuse' },
  question: {
    title: 'This PDF opens only with a password',
    message:
      'Everyone who opens the book needs the password, buyers too. The site doesn’t know it: you have to send it to each of them. The book has no preview and no reading view, and search doesn’t find its text.',
    confirm: 'Publish it locked',
    fields: { lockedPdf: 'accept' },
  },
}

const NOTICES: Record<PdfNotice, string> = {
  portfolio: 'This PDF is a portfolio: its content is in attached files, which readers can’t open. Publish the attached PDF instead.',
  form: 'This PDF is an XFA form, which only Adobe’s programs display. Print it to a PDF file and publish that one.',
  blank: 'Nothing is visible on the pages of this PDF. Check that it is the right file.',
}

/** Returns the notices to display about an uploaded PDF. */
function describeUploaded({ notice, findings, pageCount, books }: UploadedPdf, ownId: string | undefined): string[] {
  const [other] = books.filter(({ id }) => id !== ownId)
  const sentences = joinSentences(other && `“${other.name}” has the same file`, notice ? NOTICES[notice] : undefined)
  return [...(sentences ? [sentences] : []), ...describeFindings(findings, pageCount)]
}

/** Returns the values of the form that the metadata of an EPUB suggest. */
function suggestedValues({ authors, year, isbn, language, ...texts }: UploadedEpub['metadata']) {
  const contributors = authors.slice(1).map((name) => ({ name, role: 'author' as const }))
  return {
    ...texts,
    author: authors[0] ?? '',
    language: language ?? '',
    contributors: formatContributors(contributors),
    publishedYear: year ?? '',
    isbn: isbn ?? '',
  }
}

/** Error for recordings that were selected together but are not uploaded, since their order is not confirmed */
const UNORDERED = 'Check the order of the recordings below, then use them.'

/** File fields of a book that may stay empty. */
type OptionalFile = 'epub' | 'audio'

export function BookForm(props: FormProps<EditedBook>) {
  const { item } = props
  const time = useShopTime()
  const [notices, setNotices] = useState<string[]>([])
  const [fileNotices, setFileNotices] = useState<Partial<Record<OptionalFile, string>>>({})
  const setFileNotice = (name: OptionalFile, text: string | undefined) => setFileNotices((before) => ({ ...before, [name]: text }))
  /** Recordings that were selected together, and are not in order yet */
  const [several, setStateOfSeveral] = useState<File[]>()
  const unordered = useRef(false)
  function setSeveral(files: File[] | undefined) {
    unordered.current = files !== undefined
    setStateOfSeveral(files)
  }
  const [guess, setGuess] = useState<string>()
  const state = useItemForm({
    resource: bookResource,
    schema: formSchema(bookForm, { isNew: !item }).refine(() => !unordered.current, {
      message: UNORDERED,
      path: ['audio'],
      // By default, the check would wait until all other fields are valid.
      when: () => true,
    }),
    defaultValues: startValues(bookForm, item && bookResource.valuesOf(item), time),
    refusal: LOCKED_PDF,
    question: ({ price }) => askAboutPrice(item?.price, price),
    onUploaded: async (id, file): Promise<void> => {
      if (form.getValues('epub') === file) return takeMetadata(id, file)
      if (form.getValues('audio') === file) return lookAtRecording(id, file)
      const found = await readUpload(UploadedPdf, `/uploads/${id}/document`)
      if (form.getValues('pdf') !== file) return
      setNotices(found ? describeUploaded(found, item?.id) : [])
      // A guess is only a suggestion, which the administrator sees in the form.
      if (found?.language && !form.getValues('language')) {
        form.setValue('language', found.language, { shouldDirty: true })
        setGuess(found.language)
      }
    },
    ...props,
  })
  const { form } = state

  /** Enters the metadata of an uploaded EPUB into empty fields. */
  async function takeMetadata(id: string, file: File): Promise<void> {
    const found = await readUpload(UploadedEpub, `/uploads/${id}/epub`)
    if (!found || form.getValues('epub') !== file) return
    const [other] = found.books.filter((book) => book.id !== item?.id)
    const empty = Object.entries(suggestedValues(found.metadata)).filter(([name, value]) => value && !form.getValues(name as 'title'))
    for (const [name, value] of empty) form.setValue(name as 'title', value, { shouldDirty: true })
    const isTaken = empty.length > 0 && 'Empty fields were filled in with what the EPUB says about itself. Check them.'
    setFileNotice('epub', joinSentences(other && `“${other.name}” has the same file`, isTaken || undefined))
  }

  async function lookAtRecording(id: string, file: File): Promise<void> {
    const found = await readUpload(UploadedRecording, `/uploads/${id}/recording`)
    if (found && form.getValues('audio') === file) setFileNotice('audio', describeRecording(found))
  }

  function take(name: OptionalFile, file: File) {
    setFileNotice(name, undefined)
    if (name === 'audio') setSeveral(undefined)
    void state.earlyUploads.choose(name, file)
  }

  /** Takes the archive of several recordings as the file of the audiobook. */
  function takeSeveral(archive: File) {
    setSeveral(undefined)
    form.setValue('audio', archive, { shouldDirty: true, shouldValidate: true })
    take('audio', archive)
  }

  /** Renders the field of a file that a book may lack. */
  function fileField(name: OptionalFile) {
    const { label, kind, stored, hint } = bookForm[name]
    return (
      <RemovableFileField
        {...state.file(name)}
        label={label}
        kind={kind}
        noun={stored}
        advice={hint}
        isStored={Boolean(item) && state.file(name).versions?.present !== undefined}
        value={form.watch(name)}
        // An empty text removes the stored file, and undefined takes back the chosen one.
        onChange={(value) => {
          state.earlyUploads.cancel(name)
          setFileNotice(name, undefined)
          if (name === 'audio') setSeveral(undefined)
          form.setValue(name, value, { shouldDirty: true, shouldValidate: true })
        }}
        onChosen={(file) => take(name, file)}
        onSeveral={name === 'audio' ? setSeveral : undefined}
      >
        {name === 'audio' && several && <RecordingOrder files={several} onDone={takeSeveral} />}
        {fileNotices[name] && (
          <p role="status" className="text-base text-soft">
            {fileNotices[name]}
          </p>
        )}
      </RemovableFileField>
    )
  }

  function takePdf(pdf: File) {
    setNotices([])
    void state.earlyUploads.choose('pdf', pdf)
  }

  return (
    <ItemForm
      state={state}
      hints={
        guess && form.watch('language') === guess ? { language: 'Guessed from the text of the PDF. Change it if it is wrong.' } : undefined
      }
      own={{
        pdf: (
          <>
            <FileField
              {...state.file('pdf')}
              label={bookForm.pdf.label}
              kind="pdf"
              stored={item && describeFile(item.pdfUrl).hasPages ? bookForm.pdf.stored : undefined}
              optional
              onChosen={takePdf}
            />
            {notices.length > 0 && (
              <div role="status" className="-mt-2 grid gap-1 text-base text-soft sm:col-span-2">
                {notices.map((notice) => (
                  <p key={notice}>{notice}</p>
                ))}
              </div>
            )}
          </>
        ),
        epub: fileField('epub'),
        audio: fileField('audio'),
        offerEpub: <MadeEpubField bookId={item?.id} hasNewPdf={form.watch('pdf') instanceof File} state={state} />,
      }}
    />
  )
}

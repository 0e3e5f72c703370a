import { useState } from 'react'
import { bookForm } from '#contracts/catalogue/book.ts'
import { type PdfNotice, UploadedPdf } from '#contracts/common/upload.ts'
import { readUpload } from '#web/admin/kit/api.ts'
import { askAboutPrice } from '#web/admin/kit/form/ask-about-price.ts'
import { formSchema, startValues } from '#web/admin/kit/form/described-form.ts'
import { FileField } from '#web/admin/kit/form/file-field.tsx'
import { ItemForm } from '#web/admin/kit/form/item-form.tsx'
import type { RefusalQuestion } from '#web/admin/kit/form/save-question.ts'
import { type FormProps, useItemForm } from '#web/admin/kit/form/use-item-form.ts'
import { joinSentences } from '#web/lib/sentences.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { bookResource, type EditedBook } from './book-resource.tsx'
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

export function BookForm(props: FormProps<EditedBook>) {
  const { item } = props
  const time = useShopTime()
  const [notices, setNotices] = useState<string[]>([])
  const [guess, setGuess] = useState<string>()
  const state = useItemForm({
    resource: bookResource,
    schema: formSchema(bookForm, { isNew: !item }),
    defaultValues: startValues(bookForm, item && bookResource.valuesOf(item), time),
    refusal: LOCKED_PDF,
    question: ({ price }) => askAboutPrice(item?.price, price),
    onUploaded: async (id, pdf) => {
      const found = await readUpload(UploadedPdf, `/uploads/${id}/document`)
      if (form.getValues('pdf') !== pdf) return
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
              stored={item && bookForm.pdf.stored}
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
      }}
    />
  )
}

import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { LoginRequest } from '#contracts/admin/admin.ts'
import { clearFailure, describeFailure, hasStatus, toastFailure } from '#web/admin/kit/failures.ts'
import { FormProblems } from '#web/admin/kit/form/form-notices.tsx'
import { useContractForm } from '#web/admin/kit/form/use-contract-form.ts'
import { readToken } from '#web/admin/kit/token.ts'
import { describeRetryAfter } from '#web/lib/retry-after.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormNotice, focusOnMount } from '#web/ui/form-notice.tsx'
import { SIGN_IN_NOTICES, type SignInState, signIn } from './sign-in.ts'

const REFUSED = 'Invalid credentials'

/** Sign-in form of the admin area. The page redirects once the session token is stored. */
export function SignInForm({ state }: { state: SignInState }) {
  const defaultValues = { email: state?.email ?? '', password: '', code: undefined }
  const { form, field, handleSubmit, problems, setProblems } = useContractForm(LoginRequest, defaultValues)
  const { formState, setFocus, setError, resetField, reset, watch } = form
  const [asksCode, setAsksCode] = useState(false)
  const { isSubmitting } = formState
  useEffect(() => {
    if (asksCode && !isSubmitting) setFocus('code', { shouldSelect: true })
  }, [asksCode, isSubmitting, setFocus])

  const submit = handleSubmit(async (credentials) => {
    try {
      await signIn(credentials)
      clearFailure(REFUSED)
      if (!readToken()) return setProblems(['This browser does not let the site remember you. Allow site data and sign in again.'])
      toast.success('Logged in successfully')
    } catch (error) {
      if (hasStatus(error, 401) && error.problem.code === 'code_required') {
        clearFailure(REFUSED)
        setAsksCode(true)
        // No error is displayed if no code was submitted, since the code field is not rendered yet.
        if (credentials.code !== undefined) setError('code', { message: error.problem.errors?.[0]?.message ?? '' })
        return
      }
      toastFailure(error, REFUSED)
      if (hasStatus(error, 429)) return setProblems([`Too many attempts to sign in. ${describeRetryAfter(error.retryAfterSeconds)}`])
      if (!hasStatus(error, 401)) return setProblems([describeFailure(error)])
      setAsksCode(false)
      resetField('code')
      setFocus('password', { shouldSelect: true })
    }
  })

  function startOver() {
    setAsksCode(false)
    reset()
  }

  return (
    // The form uses POST, so that the password never appears in the URL, even if the form is submitted without JavaScript.
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {state?.notice && <FormNotice notice={{ kind: 'success', text: SIGN_IN_NOTICES[state.notice] }} ref={focusOnMount} />}
      <FormProblems messages={problems} />
      {asksCode ? (
        <TextField
          label="Code from your app"
          hint="Or one of your recovery codes."
          autoComplete="one-time-code"
          required
          {...field('code')}
        />
      ) : (
        <>
          <TextField label="Email" type="email" autoComplete="username" required {...field('email')} />
          <TextField label="Password" type="password" autoComplete="current-password" required {...field('password')} />
        </>
      )}
      <Button type="submit" variant="solid" busy={isSubmitting} className="mt-2 w-full">
        Sign in
      </Button>
      {asksCode ? (
        <button type="button" className="min-h-11 text-link" onClick={startOver}>
          Sign in with another account
        </button>
      ) : (
        <Link
          to="/admin/forgot-password"
          state={{ ...state, email: watch('email'), notice: undefined }}
          className="inline-flex min-h-11 items-center justify-self-center text-link"
        >
          Forgot password?
        </Link>
      )}
    </form>
  )
}

/** How a forgotten password is reset where the site sends no mail: on the server, or by another admin. */
export function WithoutMail() {
  return (
    <div className="grid gap-4">
      <p>This site sends no mail, so no code can come to you. Whoever runs the server sets a new password there with this command:</p>
      <pre className="whitespace-pre-wrap rounded-control bg-paper-2 px-4 py-3 text-base [overflow-wrap:anywhere]">
        <code>npm run admin:password -- --email you@example.com</code>
      </pre>
      <p>A colleague who is signed in can do it too, under Admin Accounts.</p>
    </div>
  )
}

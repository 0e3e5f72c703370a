import { redirect } from 'react-router'

export function clientLoader() {
  return redirect('/admin/books')
}

export default function AdminIndex() {
  return null
}

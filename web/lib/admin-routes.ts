/** Returns whether a route is an admin page. Admin routes that share a file have an explicit id that starts with `admin-`. */
export const isAdminRoute = (id: string) => /^(routes\/admin\/|admin-)/.test(id)

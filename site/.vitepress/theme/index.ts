import type { Theme } from "vitepress"
import DefaultTheme from "vitepress/theme-without-fonts"
import FrontPage from "./front-page.vue"
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import "./colors.css"

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => void app.component("FrontPage", FrontPage),
} satisfies Theme

import type { Theme } from "vitepress"
import DefaultTheme from "vitepress/theme-without-fonts"
import { h } from "vue"
import HomePage from "./home/home-page.vue"
import SearchNotice from "./search-notice.vue"
import { showOpenPage } from "./show-open-page.ts"
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import "./colors.css"

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "layout-bottom": () => h(SearchNotice) }),
  enhanceApp: ({ app, router }) => {
    app.component("HomePage", HomePage)
    showOpenPage(router)
  },
} satisfies Theme

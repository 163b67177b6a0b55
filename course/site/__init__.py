"""The course as a static web site: every lesson, exercise and case as a page, in four languages. Runs nothing."""
